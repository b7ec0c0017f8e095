-- enclosingReturnValue(event: 812): how the call around an event ended.
WITH asked AS (SELECT 812 AS event)
SELECT c.run AS run, c.event AS event, t.name AS thread, CASE WHEN s.file IS NULL THEN c.file ELSE s.file END AS file,
  CASE WHEN s.file IS NULL THEN c.line ELSE s.line END AS line, CASE WHEN s.file IS NULL THEN c.col ELSE s.col END AS "column",
  c."function" AS "function", CASE WHEN p.kind = 'text' THEN NULL ELSE p.event END AS "call",
  x.event AS "exit", x.outcome AS outcome, x.type AS result_type, x.number AS result_number, x.text AS result_text, x.object AS result_object
FROM asked
  JOIN event e ON e.id = asked.event
  JOIN call c ON c.run = e.run AND c.event = e.call
  JOIN thread t ON t.run = c.run AND t.id = c.thread
  LEFT JOIN site s ON s.run = c.run AND s.id = c.site
  LEFT JOIN call p ON p.run = c.run AND p.event = c.parent
  LEFT JOIN "exit" x ON x.run = c.run AND x.call = c.event
WHERE c.kind <> 'text'
ORDER BY run
