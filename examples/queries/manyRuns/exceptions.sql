-- Which exceptions are there, in how many runs that passed, and in how many others?
SELECT e.class, c."function" AS "function",
  count(DISTINCT CASE WHEN r.outcome = 'passed' THEN e.run END) AS passed,
  count(DISTINCT CASE WHEN r.outcome <> 'passed' THEN e.run END) AS others
FROM exception e
  JOIN call c ON c.run = e.run AND c.event = e.call
  JOIN run r ON r.id = e.run
GROUP BY e.class, c."function"
ORDER BY e.class, c."function"
