-- wasMethodCalled(method: "Row.settle"): whether a function was called, when first, and how often.
WITH asked AS (SELECT 'Row.settle' AS method)
SELECT r.id AS run, min(w.event) AS event, CASE WHEN count(w.event) > 0 THEN 1 ELSE 0 END AS answer, count(w.event) AS "count"
FROM run r
  LEFT JOIN (
    SELECT c.run AS run, c.event AS event
    FROM call c
      CROSS JOIN asked
    WHERE c.kind <> 'text' AND (c."function" = asked.method OR c.method = asked.method OR c.place = asked.method)
  ) w ON w.run = r.id
GROUP BY r.id
ORDER BY run
