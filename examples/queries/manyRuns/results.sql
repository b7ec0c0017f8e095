-- Which type of result did a function have in no run that passed?
SELECT c."function" AS "function", x.outcome, x.type, x.text, count(DISTINCT x.run) AS runs
FROM "exit" x
  JOIN call c ON c.run = x.run AND c.event = x.call
  JOIN run r ON r.id = x.run
WHERE c.kind <> 'text' AND x.type <> 'string'
GROUP BY c."function", x.outcome, x.type, x.text
HAVING sum(CASE WHEN r.outcome = 'passed' THEN 1 ELSE 0 END) = 0
ORDER BY c."function", x.outcome, x.type, x.text
