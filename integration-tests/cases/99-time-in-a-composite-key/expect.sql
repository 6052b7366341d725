SELECT room,CAST(k AS TIME),v FROM c99.t ORDER BY v, room;
