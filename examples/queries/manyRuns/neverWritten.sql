-- Which field is written in every run that passed, and not in a run that failed?
SELECT f.id AS run, w.class, w.name
FROM (
    SELECT c.class AS class, c.name AS name
    FROM change c
      JOIN run r ON r.id = c.run
    WHERE r.outcome = 'passed' AND c.kind = 'field'
    GROUP BY c.class, c.name
    HAVING count(DISTINCT c.run) = (SELECT count(*) FROM run WHERE outcome = 'passed')
  ) w
  CROSS JOIN run f
  LEFT JOIN (SELECT DISTINCT run, class, name FROM change WHERE kind = 'field') h ON h.run = f.id AND h.class = w.class AND h.name = w.name
WHERE f.outcome = 'failed' AND h.run IS NULL
ORDER BY f.id, w.class, w.name
