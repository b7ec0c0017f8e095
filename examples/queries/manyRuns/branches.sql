-- In which runs did a branch go another way than in all runs that passed?
SELECT b.run, s.file, s.line, s.col, b.taken, count(*) AS times
FROM branch b
  JOIN site s ON s.run = b.run AND s.id = b.site
  JOIN (
    SELECT s2.file AS file, s2.line AS line, s2.col AS col, b2.taken AS taken
    FROM branch b2
      JOIN site s2 ON s2.run = b2.run AND s2.id = b2.site
      JOIN run r2 ON r2.id = b2.run
    GROUP BY s2.file, s2.line, s2.col, b2.taken
    HAVING sum(CASE WHEN r2.outcome = 'passed' THEN 1 ELSE 0 END) = 0
  ) other ON other.file = s.file AND other.line = s.line AND other.col = s.col AND other.taken = b.taken
GROUP BY b.run, s.file, s.line, s.col, b.taken
ORDER BY b.run, s.file, s.line, s.col, b.taken
