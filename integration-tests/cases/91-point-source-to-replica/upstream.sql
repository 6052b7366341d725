-- SETUP
CREATE DATABASE c91;
CREATE TABLE c91.t (id INT PRIMARY KEY, a INT);
CREATE TABLE c91.n (a INT);
-- CHANGES
INSERT INTO c91.t VALUES (1, 1), (2, 2);
INSERT INTO c91.n VALUES (1);
-- ACTION wait-caught-up
-- ACTION stop-source
INSERT INTO c91.t VALUES (3, 3);
UPDATE c91.t SET a = 20 WHERE id = 2;
INSERT INTO c91.n VALUES (1);
-- ACTION point-source-to 2
-- ACTION start-source
-- ACTION wait-caught-up
DELETE FROM c91.t WHERE id = 1;
INSERT INTO c91.n VALUES (2);
-- ACTION point-source-to 1
-- ACTION wait-caught-up
