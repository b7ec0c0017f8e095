-- hasThreadExited(thread: "main"): whether a thread had ended.
WITH asked AS (SELECT 'main' AS thread)
SELECT t.run AS run, t."last" AS event, t.name AS thread,
  CASE WHEN t.status = 'unknown' THEN NULL WHEN t.status <> 'running' THEN 1 ELSE 0 END AS answer,
  CASE WHEN t.status <> 'unknown' AND t.status <> 'running' THEN 1 ELSE 0 END AS "count"
FROM thread t
  JOIN asked ON asked.thread = t.name
ORDER BY run
