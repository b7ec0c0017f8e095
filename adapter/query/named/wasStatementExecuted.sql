-- wasStatementExecuted(location: "row.js:12"): whether control came to the first statement of a line, when first, and how often.
WITH asked AS (SELECT 'row.js:12' AS location)
SELECT r.id AS run, min(w.event) AS event,
  CASE WHEN sum(w.is_certain) > 0 THEN 1 WHEN count(w.is_certain) > 0 THEN NULL ELSE 0 END AS answer,
  count(w.event) AS "count"
FROM run r
  LEFT JOIN (
    SELECT p.run AS run, CASE WHEN p.kind = 'perhaps' THEN NULL ELSE p.event + 1 END AS event,
      CASE WHEN p.kind = 'perhaps' THEN 0 ELSE 1 END AS is_certain
    FROM step p
      CROSS JOIN asked
    WHERE p.first = 1 AND p.kind <> 'return' AND p.file || ':' || CAST(p.line AS VARCHAR) = asked.location
  ) w ON w.run = r.id
GROUP BY r.id
ORDER BY run
