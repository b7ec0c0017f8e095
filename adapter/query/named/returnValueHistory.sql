-- returnValueHistory(method: "Row.settle"): every value that a function returned or yielded.
-- A call has a row for each argument, and one when it has none.
WITH asked AS (SELECT 'Row.settle' AS method)
SELECT e.run AS run, e.id AS event, t.name AS thread, e.file AS file, e.line AS line, e.col AS "column",
  coalesce(c."function", '') AS "function", CASE WHEN c.kind = 'text' THEN NULL ELSE c.event END AS "call",
  y.outcome AS outcome, y.type AS result_type, y.number AS result_number, y.text AS result_text, y.object AS result_object,
  g.position AS position, g.type AS argument_type, g.number AS argument_number, g.text AS argument_text, g.object AS argument_object
FROM asked
  CROSS JOIN (
    SELECT z.run AS run, z.event AS event, z.call AS call, 'return' AS outcome, z.type AS type, z.number AS number, z.text AS text, z.object AS object
    FROM "exit" z
    WHERE z.outcome = 'return'
    UNION ALL
    SELECT run, event, call, 'yield' AS outcome, type, number, text, object FROM switch WHERE kind = 'suspend' AND way = 'yield'
  ) y
  JOIN event e ON e.run = y.run AND e.id = y.event
  JOIN thread t ON t.run = e.run AND t.id = e.thread
  JOIN call c ON c.run = y.run AND c.event = y.call
  LEFT JOIN argument g ON g.run = c.run AND g.call = c.event
WHERE c.kind <> 'text' AND (c."function" = asked.method OR c.method = asked.method)
ORDER BY run, event, position
