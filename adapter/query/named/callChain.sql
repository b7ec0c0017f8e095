-- callChain(event: 812): the calls around an event, the innermost first.
WITH asked AS (SELECT 812 AS event)
SELECT c.run AS run, c.event AS event, t.name AS thread, CASE WHEN s.file IS NULL THEN c.file ELSE s.file END AS file,
  CASE WHEN s.file IS NULL THEN c.line ELSE s.line END AS line, CASE WHEN s.file IS NULL THEN c.col ELSE s.col END AS "column",
  c."function" AS "function", CASE WHEN p.kind = 'text' THEN NULL ELSE p.event END AS "call",
  a.distance AS depth
FROM asked
  JOIN event e ON e.id = asked.event
  JOIN ancestor a ON a.run = e.run AND a.call = e.call
  JOIN call c ON c.run = a.run AND c.event = a.ancestor
  JOIN thread t ON t.run = c.run AND t.id = c.thread
  LEFT JOIN site s ON s.run = c.run AND s.id = c.site
  LEFT JOIN call p ON p.run = c.run AND p.event = c.parent
ORDER BY run, depth
