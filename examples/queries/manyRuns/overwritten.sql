-- Which fields held a number, and then something that is none? In which runs?
SELECT b.run, b.class, b.name, a.number AS before, b.type, b.text, count(*) AS times
FROM change b
  JOIN change a ON a.run = b.run AND a.event = b.previous
WHERE a.type = 'number' AND a.number IS NOT NULL AND b.kind = 'field' AND (b.type <> 'number' OR b.number IS NULL)
GROUP BY b.run, b.class, b.name, a.number, b.type, b.text
ORDER BY b.run, b.class, b.name, a.number, b.type, b.text
