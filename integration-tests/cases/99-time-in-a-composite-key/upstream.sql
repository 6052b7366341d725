-- SETUP
CREATE DATABASE c99;
CREATE TABLE c99.t (room INT, k TIME, v INT, PRIMARY KEY (room,k));
-- CHANGES
INSERT INTO c99.t VALUES (1,'10:00:00',1),(2,'11:00:00',2),(3,'12:00:00',3);
-- ACTION wait-caught-up
DELETE FROM c99.t WHERE room=1;
-- ACTION wait-caught-up
UPDATE c99.t SET room=20 WHERE room=2;
