-- objectState(object: "Row#3", event: 812): what an object holds when an event has happened, and the static fields of its class.
-- An element of an array that a shorter length has cut off is gone.
WITH asked AS (SELECT 3 AS object, 812 AS event)
SELECT e.run AS run, e.id AS event, t.name AS thread, e.file AS file, e.line AS line, e.col AS "column",
  coalesce(c."function", '') AS "function", CASE WHEN c.kind = 'text' THEN NULL ELSE c.event END AS "call",
  h.name AS name,
  CASE WHEN h.owner <> o.id THEN 'static' WHEN h.kind = 'element' AND o.kind <> 'array' THEN 'field' ELSE h.kind END AS kind,
  h.type AS value_type, h.number AS value_number, h.text AS value_text, h.object AS value_object, h.event AS written
FROM asked
  JOIN object o ON o.id = asked.object
  JOIN (
    SELECT run, id, id AS owner FROM object
    UNION ALL
    SELECT i.run AS run, i.id AS id, m.id AS owner
    FROM object i
      JOIN subclass k ON k.run = i.run AND k.class = i.class
      JOIN object m ON m.run = k.run AND m.name = k.ancestor
    WHERE m.id <> i.id
  ) w ON w.run = o.run AND w.id = o.id
  JOIN change h ON h.run = w.run AND h.owner = w.owner
  JOIN event e ON e.run = h.run AND e.id = h.event
  JOIN thread t ON t.run = e.run AND t.id = e.thread
  LEFT JOIN call c ON c.run = e.run AND c.event = e.call
WHERE h.event <= asked.event AND (h.next IS NULL OR h.next > asked.event) AND (h.type IS NULL OR h.type <> 'absent')
  AND (h.run, h.event) NOT IN (
    SELECT b.run, b.event
    FROM asked CROSS JOIN change b JOIN change l ON l.run = b.run AND l.owner = b.owner
      JOIN object a ON a.run = b.run AND a.id = b.owner AND a.kind = 'array'
    WHERE l.name = 'length' AND b.kind = 'element' AND l.event > b.event AND l.event <= asked.event AND l.number <= b.position
  )
ORDER BY run, written
