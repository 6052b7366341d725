-- SETUP
CREATE DATABASE c96;
CREATE TABLE c96.t (v INT);
-- CHANGES
INSERT INTO c96.t VALUES (1);
-- ACTION wait-caught-up
-- ACTION start-rival-replica
INSERT INTO c96.t VALUES (2);
-- ACTION stop-rival-replica
-- ACTION restart-source
INSERT INTO c96.t VALUES (3);
