-- preEventCalledMethods(event: 812): calls that the same activation made and that had ended before an event.
-- A call has a row for each argument, and one when it has none.
WITH asked AS (SELECT 812 AS event)
SELECT c.run AS run, c.event AS event, t.name AS thread, CASE WHEN s.file IS NULL THEN c.file ELSE s.file END AS file,
  CASE WHEN s.file IS NULL THEN c.line ELSE s.line END AS line, CASE WHEN s.file IS NULL THEN c.col ELSE s.col END AS "column",
  c."function" AS "function", CASE WHEN p.kind = 'text' THEN NULL ELSE p.event END AS "call",
  c.receiver_type AS receiver_type, c.receiver_number AS receiver_number, c.receiver_text AS receiver_text, c.receiver_object AS receiver_object,
  g.position AS position, g.type AS argument_type, g.number AS argument_number, g.text AS argument_text, g.object AS argument_object,
  x.event AS "exit", x.outcome AS outcome, x.type AS result_type, x.number AS result_number, x.text AS result_text, x.object AS result_object
FROM asked
  JOIN event e ON e.id = asked.event
  JOIN call c ON c.run = e.run AND c.parent = e.call
  JOIN thread t ON t.run = c.run AND t.id = c.thread
  LEFT JOIN site s ON s.run = c.run AND s.id = c.site
  LEFT JOIN call p ON p.run = c.run AND p.event = c.parent
  LEFT JOIN argument g ON g.run = c.run AND g.call = c.event
  LEFT JOIN "exit" x ON x.run = c.run AND x.call = c.event
WHERE c.event < asked.event AND x.event < asked.event
ORDER BY run, event, position
