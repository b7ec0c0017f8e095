-- returnValueHistory(method: "Row.settle"): what each call of a function returned or yielded, and the exceptions by which calls ended.
-- A result has a row for each argument of its call, and one when that has none.
WITH asked AS (SELECT 'Row.settle' AS method)
SELECT * FROM (
  SELECT c.run AS run, x.event AS event, t.name AS thread, CASE WHEN s.file IS NULL THEN c.file ELSE s.file END AS file,
    CASE WHEN s.file IS NULL THEN c.line ELSE s.line END AS line, CASE WHEN s.file IS NULL THEN c.col ELSE s.col END AS "column",
    c."function" AS "function", c.event AS "call",
    x.outcome AS outcome, x.type AS result_type, x.number AS result_number, x.text AS result_text, x.object AS result_object,
    g.position AS position, g.type AS argument_type, g.number AS argument_number, g.text AS argument_text, g.object AS argument_object
  FROM call c
    CROSS JOIN asked
    JOIN thread t ON t.run = c.run AND t.id = c.thread
    JOIN "exit" x ON x.run = c.run AND x.call = c.event
    LEFT JOIN site s ON s.run = c.run AND s.id = x.site
    LEFT JOIN argument g ON g.run = c.run AND g.call = c.event
  WHERE c.kind <> 'text' AND (c."function" = asked.method OR c.method = asked.method OR c.place = asked.method)
  UNION ALL
  SELECT c.run AS run, w.event AS event, t.name AS thread, s.file AS file, s.line AS line, s.col AS "column",
    c."function" AS "function", c.event AS "call",
    'yield' AS outcome, w.type AS result_type, w.number AS result_number, w.text AS result_text, w.object AS result_object,
    g.position AS position, g.type AS argument_type, g.number AS argument_number, g.text AS argument_text, g.object AS argument_object
  FROM call c
    CROSS JOIN asked
    JOIN thread t ON t.run = c.run AND t.id = c.thread
    JOIN switch w ON w.run = c.run AND w.call = c.event
    LEFT JOIN site s ON s.run = c.run AND s.id = w.site
    LEFT JOIN argument g ON g.run = c.run AND g.call = c.event
  WHERE c.kind <> 'text' AND (c."function" = asked.method OR c.method = asked.method OR c.place = asked.method) AND w.kind = 'suspend' AND w.way = 'yield'
) h
ORDER BY run, event, position
