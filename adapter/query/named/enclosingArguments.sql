-- enclosingArguments(event: 812): the arguments of the call around an event, by the names of the parameters.
WITH asked AS (SELECT 812 AS event)
SELECT c.run AS run, c.event AS event, t.name AS thread, CASE WHEN s.file IS NULL THEN c.file ELSE s.file END AS file,
  CASE WHEN s.file IS NULL THEN c.line ELSE s.line END AS line, CASE WHEN s.file IS NULL THEN c.col ELSE s.col END AS "column",
  c."function" AS "function", CASE WHEN p.kind = 'text' THEN NULL ELSE p.event END AS "call",
  g.position AS position, g.name AS name, g.type AS value_type, g.number AS value_number, g.text AS value_text, g.object AS value_object
FROM asked
  JOIN event e ON e.id = asked.event
  JOIN call c ON c.run = e.run AND c.event = e.call
  JOIN thread t ON t.run = c.run AND t.id = c.thread
  LEFT JOIN site s ON s.run = c.run AND s.id = c.site
  LEFT JOIN call p ON p.run = c.run AND p.event = c.parent
  JOIN argument g ON g.run = c.run AND g.call = c.event
WHERE c.kind <> 'text'
ORDER BY run, position
