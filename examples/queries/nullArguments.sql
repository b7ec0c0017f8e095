-- Which functions are given null or undefined, and how often.
SELECT c."function", a.position, a.type, count(*) AS times
FROM argument a
JOIN call c ON c.event = a.call
WHERE a.type IN ('null', 'undefined')
GROUP BY c."function", a.position, a.type
ORDER BY times DESC, c."function", a.position
