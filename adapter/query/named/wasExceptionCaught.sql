-- wasExceptionCaught(class: "Error"): whether an exception of a class was caught.
WITH asked AS (SELECT 'Error' AS class)
SELECT r.id AS run, min(w.event) AS event, CASE WHEN count(w.event) > 0 THEN 1 ELSE 0 END AS answer, count(w.event) AS "count"
FROM run r
  LEFT JOIN (
    SELECT w0.run AS run, w0.event AS event
    FROM switch w0
      CROSS JOIN asked
      LEFT JOIN subclass k ON k.run = w0.run AND k.class = w0.text AND k.ancestor = asked.class
    WHERE w0.kind = 'catch' AND w0.type = 'object' AND (w0.text = asked.class OR k.class IS NOT NULL)
  ) w ON w.run = r.id
GROUP BY r.id
ORDER BY run
