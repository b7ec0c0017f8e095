-- allInstances(class: "Row", event: 812): every object of a class that had come into being, with what each held then.
-- An object has a row for each place, and one when it holds nothing. It is where it was made, and there since it was seen first.
WITH asked AS (SELECT 'Row' AS class, 812 AS event)
SELECT e.run AS run, e.id AS event, t.name AS thread, coalesce(s.file, e.file) AS file, coalesce(s.line, e.line) AS line, coalesce(s.col, e.col) AS "column",
  coalesce(c."function", '') AS "function", CASE WHEN c.kind = 'text' THEN NULL ELSE c.event END AS "call",
  o.id AS object, o.class AS class, o.created AS created, h.name AS name, h.type AS value_type, h.number AS value_number, h.text AS value_text, h.object AS value_object
FROM asked
  JOIN subclass k ON k.ancestor = asked.class
  JOIN object o ON o.run = k.run AND o.class = k.class
  JOIN event e ON e.run = o.run AND e.id = o.created
  JOIN thread t ON t.run = e.run AND t.id = e.thread
  LEFT JOIN site s ON s.run = o.run AND s.id = o.site
  LEFT JOIN call c ON c.run = o.run AND c.event = o.call
  LEFT JOIN (
    SELECT i.run AS run, i.owner AS owner, i.name AS name, i.type AS type, i.number AS number, i.text AS text, i.object AS object
    FROM change i
      CROSS JOIN asked
    WHERE i.event <= asked.event AND (i.next IS NULL OR i.next > asked.event) AND (i.type IS NULL OR i.type <> 'absent')
  ) h ON h.run = o.run AND h.owner = o.id
WHERE o.created <= asked.event AND k.declared = 1 AND o.kind NOT IN ('function', 'prototype')
ORDER BY run, event, name
