-- SETUP
CREATE DATABASE c94;
CREATE TABLE c94.t (id INT PRIMARY KEY, v INT);
-- CHANGES
INSERT INTO c94.t VALUES (1, 1), (2, 2);
-- ACTION wait-caught-up
-- ACTION target-hold 4 SELECT * FROM c94.t WHERE id = 1 FOR UPDATE
UPDATE c94.t SET v = 10 WHERE id = 1;
-- ACTION wait-caught-up
-- ACTION target-sql ALTER TABLE c94.t RENAME COLUMN v TO w
UPDATE c94.t SET v = 20 WHERE id = 2;
-- ACTION expect-task-failure
-- ACTION target-sql ALTER TABLE c94.t RENAME COLUMN w TO v
-- ACTION restart-sink
