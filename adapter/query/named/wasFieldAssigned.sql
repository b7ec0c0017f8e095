-- wasFieldAssigned(class: "Row", field: "open", value: 0): whether a field of objects of a class was given a value.
-- The answer is nothing where a value that may be it was not recorded. The value is its type, and of a number or a truth value (1, 0) its number, of a string its text.
WITH asked AS (SELECT 'Row' AS class, 'open' AS field, 'number' AS type, 0.0 AS number, '' AS text)
SELECT r.id AS run, min(CASE WHEN w.known = 1 THEN w.event END) AS event,
  CASE WHEN sum(w.known) > 0 THEN 1 WHEN count(w.event) > 0 THEN NULL ELSE 0 END AS answer, coalesce(sum(w.known), 0) AS "count"
FROM run r
  LEFT JOIN (
    SELECT DISTINCT h.run AS run, h.event AS event,
      CASE WHEN h.type IS NULL OR (h.type = 'string' AND h.text IS NULL) THEN 0 ELSE 1 END AS known
    FROM change h
      CROSS JOIN asked
      JOIN object o ON o.run = h.run AND o.id = h.owner
      JOIN subclass k ON k.run = h.run AND k.ancestor = asked.class AND (k.class = o.class OR k.class = o.name)
    WHERE h.name = asked.field AND h.kind NOT IN ('entry', 'symbol')
      AND (h.type IS NULL OR (h.type = asked.type AND (asked.type NOT IN ('number', 'boolean') OR h.number = asked.number)
      AND (asked.type <> 'string' OR h.text IS NULL OR h.text = asked.text)))
  ) w ON w.run = r.id
GROUP BY r.id
ORDER BY run
