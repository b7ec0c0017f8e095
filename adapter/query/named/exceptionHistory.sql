-- exceptionHistory(class: "Error"): every throw, and where it was caught. An empty class is any.
WITH asked AS (SELECT 'Error' AS class)
SELECT e.run AS run, e.id AS event, t.name AS thread, e.file AS file, e.line AS line, e.col AS "column",
  coalesce(c."function", '') AS "function", CASE WHEN c.kind = 'text' THEN NULL ELSE c.event END AS "call",
  x.class AS class, x.message AS message, x.type AS value_type, x.number AS value_number, x.text AS value_text, x.object AS value_object, x.caught AS caughtAt
FROM exception x
  CROSS JOIN asked
  JOIN event e ON e.run = x.run AND e.id = x.event
  JOIN thread t ON t.run = e.run AND t.id = e.thread
  LEFT JOIN call c ON c.run = e.run AND c.event = e.call
  LEFT JOIN subclass k ON k.run = x.run AND k.class = x.class AND k.ancestor = asked.class
WHERE asked.class = '' OR x.class = asked.class OR k.class IS NOT NULL
ORDER BY run, event
