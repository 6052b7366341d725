SELECT id, a FROM c92.t;
