-- localsAfter(event: 812): the variables that the code of an event sees, with what they held when it had happened.
-- They are computed: a data set that was exported does not have them.
WITH asked AS (SELECT 812 AS event)
SELECT e.run AS run, e.id AS event, t.name AS thread, e.file AS file, e.line AS line, e.col AS "column",
  coalesce(c."function", '') AS "function", CASE WHEN c.kind = 'text' THEN NULL ELSE c.event END AS "call",
  v.name AS name, v.type AS value_type, v.number AS value_number, v.text AS value_text, v.object AS value_object, v.scope AS scope, v.written AS written
FROM asked
  JOIN visible v ON v.event = asked.event AND v.moment = 'after'
  JOIN event e ON e.run = v.run AND e.id = coalesce(v.written, v.event)
  JOIN thread t ON t.run = e.run AND t.id = e.thread
  LEFT JOIN call c ON c.run = e.run AND c.event = e.call
ORDER BY run, event
