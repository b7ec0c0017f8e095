-- threadStatus(event: 812): every thread, as it was at an event.
WITH asked AS (SELECT 812 AS event)
SELECT t.run AS run, t."first" AS event, t.name AS thread, '' AS "function", p.name AS parent, t."first" AS started,
  CASE WHEN t."last" < asked.event THEN t."last" END AS ended,
  CASE WHEN t."last" >= asked.event THEN 'running' ELSE t.status END AS status
FROM thread t
  CROSS JOIN asked
  LEFT JOIN thread p ON p.run = t.run AND p.id = t.parent
WHERE t."first" <= asked.event
ORDER BY run, event
