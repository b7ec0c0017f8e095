-- Which functions were called in runs that failed, and in none that passed?
SELECT c."function" AS "function", c.file, c.line, count(DISTINCT c.run) AS runs
FROM call c
  JOIN run r ON r.id = c.run
GROUP BY c."function", c.file, c.line
HAVING sum(CASE WHEN r.outcome = 'passed' THEN 1 ELSE 0 END) = 0
ORDER BY c."function", c.file, c.line
