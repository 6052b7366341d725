-- SETUP
CREATE DATABASE c93a;
CREATE TABLE c93a.t (v INT);
-- CHANGES
-- STEP 1
INSERT INTO c93a.t VALUES (1), (1), (2);
-- ACTION kill-source 1
INSERT INTO c93a.t VALUES (3);
DELETE FROM c93a.t WHERE v = 1 LIMIT 1;
-- STEP 2
-- ACTION start-source 1
-- ACTION wait-caught-up
-- ACTION reset-source-to-start 1
INSERT INTO c93a.t VALUES (4);
