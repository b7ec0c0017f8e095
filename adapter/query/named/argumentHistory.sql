-- argumentHistory(method: "Row.settle"): every call of a function, with what it was given.
-- A call has a row for each argument, and one when it has none.
WITH asked AS (SELECT 'Row.settle' AS method)
SELECT c.run AS run, c.event AS event, t.name AS thread, CASE WHEN s.file IS NULL THEN c.file ELSE s.file END AS file,
  CASE WHEN s.file IS NULL THEN c.line ELSE s.line END AS line, CASE WHEN s.file IS NULL THEN c.col ELSE s.col END AS "column",
  c."function" AS "function", CASE WHEN p.kind = 'text' THEN NULL ELSE p.event END AS "call",
  c.receiver_type AS receiver_type, c.receiver_number AS receiver_number, c.receiver_text AS receiver_text, c.receiver_object AS receiver_object,
  g.position AS position, g.type AS argument_type, g.number AS argument_number, g.text AS argument_text, g.object AS argument_object
FROM call c
  CROSS JOIN asked
  JOIN thread t ON t.run = c.run AND t.id = c.thread
  LEFT JOIN site s ON s.run = c.run AND s.id = c.site
  LEFT JOIN call p ON p.run = c.run AND p.event = c.parent
  LEFT JOIN argument g ON g.run = c.run AND g.call = c.event
WHERE c.kind <> 'text' AND (c."function" = asked.method OR c.method = asked.method OR c.place = asked.method)
ORDER BY run, event, position
