-- Which calls were under way where the exception was thrown that nobody caught? In how many runs, and how far away?
SELECT c."function" AS "function", a.distance, count(DISTINCT e.run) AS runs
FROM exception e
  JOIN ancestor a ON a.run = e.run AND a.call = e.call
  JOIN call c ON c.run = a.run AND c.event = a.ancestor
WHERE e.caught IS NULL
GROUP BY c."function", a.distance
ORDER BY c."function", a.distance
