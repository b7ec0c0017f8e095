-- How often was an argument null or undefined, by version of the program?
SELECT r.version, c."function" AS "function", a.position, sum(CASE WHEN a.type IN ('null', 'undefined') THEN 1 ELSE 0 END) AS missing, count(*) AS calls
FROM argument a
  JOIN call c ON c.run = a.run AND c.event = a.call
  JOIN run r ON r.id = a.run
GROUP BY r.version, c."function", a.position
HAVING sum(CASE WHEN a.type IN ('null', 'undefined') THEN 1 ELSE 0 END) > 0
ORDER BY r.version, c."function", a.position
