-- isThereAnInstance(class: "Row"): whether there was an object of a class.
WITH asked AS (SELECT 'Row' AS class)
SELECT r.id AS run, min(w.event) AS event, CASE WHEN count(w.event) > 0 THEN 1 ELSE 0 END AS answer, count(w.event) AS "count"
FROM run r
  LEFT JOIN (
    SELECT o.run AS run, o.created AS event
    FROM object o
      JOIN subclass k ON k.run = o.run AND k.class = o.class
      JOIN asked ON asked.class = k.ancestor
    WHERE o.kind NOT IN ('function', 'prototype') AND k.declared = 1
  ) w ON w.run = r.id
GROUP BY r.id
ORDER BY run
