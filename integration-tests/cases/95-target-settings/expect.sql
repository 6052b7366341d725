SELECT id, UNIX_TIMESTAMP(ts), HEX(s), @@GLOBAL.time_zone FROM c95.t;
