-- How often is a function called in a run that passed, and how often in another one?
SELECT c."function" AS "function", c.file,
  sum(CASE WHEN r.outcome = 'passed' THEN 1 ELSE 0 END) AS passed,
  sum(CASE WHEN r.outcome <> 'passed' THEN 1 ELSE 0 END) AS others,
  count(DISTINCT c.run) AS runs
FROM call c
  JOIN run r ON r.id = c.run
WHERE c.kind <> 'text'
GROUP BY c."function", c.file
ORDER BY c."function", c.file
