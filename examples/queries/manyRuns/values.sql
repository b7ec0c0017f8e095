-- Which values was a function given that it was given in no run that passed?
SELECT c."function" AS "function", a.name, a.type, a.number, a.text, count(DISTINCT a.run) AS runs
FROM argument a
  JOIN call c ON c.run = a.run AND c.event = a.call
  JOIN run r ON r.id = a.run
WHERE a.type <> 'object'
GROUP BY c."function", a.name, a.type, a.number, a.text
HAVING sum(CASE WHEN r.outcome = 'passed' THEN 1 ELSE 0 END) = 0
ORDER BY c."function", a.name, a.type, a.number, a.text
