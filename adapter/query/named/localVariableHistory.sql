-- localVariableHistory(function: "total", variable: "sum"): every change of a local variable; binding is the entry of its scope.
WITH asked AS (SELECT 'total' AS "function", 'sum' AS variable)
SELECT e.run AS run, e.id AS event, t.name AS thread, e.file AS file, e.line AS line, e.col AS "column",
  coalesce(c."function", '') AS "function", CASE WHEN c.kind = 'text' THEN NULL ELSE c.event END AS "call",
  b.type AS before_type, b.number AS before_number, b.text AS before_text, b.object AS before_object, h.type AS after_type, h.number AS after_number, h.text AS after_text, h.object AS after_object, h.scope AS binding
FROM local h
  CROSS JOIN asked
  JOIN event e ON e.run = h.run AND e.id = h.event
  JOIN thread t ON t.run = e.run AND t.id = e.thread
  LEFT JOIN call c ON c.run = e.run AND c.event = e.call
  JOIN site s ON s.run = h.run AND s.id = h.site
  LEFT JOIN local b ON b.run = h.run AND b.event = h.previous
WHERE s.kind <> 'initial' AND h.name = asked.variable AND (h."function" = asked."function" OR h.place = asked."function")
ORDER BY run, event
