-- Calls within which most happened, by the number of events.
SELECT c."function", c.event, c.last - c.event AS events
FROM call c
ORDER BY events DESC, c.event
LIMIT 20
