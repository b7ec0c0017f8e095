-- instanceFieldHistory(object: "Row#3", field: "open"): every change of a field of an object.
WITH asked AS (SELECT 3 AS object, 'open' AS field)
SELECT e.run AS run, e.id AS event, t.name AS thread, e.file AS file, e.line AS line, e.col AS "column",
  coalesce(c."function", '') AS "function", CASE WHEN c.kind = 'text' THEN NULL ELSE c.event END AS "call",
  h.owner AS object, b.type AS before_type, b.number AS before_number, b.text AS before_text, b.object AS before_object, h.type AS after_type, h.number AS after_number, h.text AS after_text, h.object AS after_object
FROM change h
  CROSS JOIN asked
  JOIN event e ON e.run = h.run AND e.id = h.event
  JOIN thread t ON t.run = e.run AND t.id = e.thread
  LEFT JOIN call c ON c.run = e.run AND c.event = e.call
  JOIN site s ON s.run = h.run AND s.id = h.site
  LEFT JOIN change b ON b.run = h.run AND b.event = h.previous
WHERE s.kind <> 'initial' AND h.name = asked.field AND h.kind NOT IN ('entry', 'symbol')
  AND h.owner = asked.object
ORDER BY run, event
