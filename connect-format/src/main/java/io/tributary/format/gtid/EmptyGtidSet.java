package io.tributary.format.gtid;

/** No transaction; becomes a set of the notation of the first one that is added. */
enum EmptyGtidSet implements GtidSet {
  INSTANCE;

  @Override
  public boolean isEmpty() {
    return true;
  }

  @Override
  public boolean contains(String gtid) {
    return false;
  }

  @Override
  public boolean containsAll(GtidSet other) {
    return other.isEmpty();
  }

  @Override
  public GtidSet add(String gtid) {
    return GtidSet.parse(gtid);
  }

  @Override
  public GtidSet without(String gtid) {
    return this;
  }

  @Override
  public GtidSet minus(GtidSet other) {
    return this;
  }

  @Override
  public GtidSet union(GtidSet other) {
    return other;
  }

  @Override
  public String toString() {
    return "";
  }
}
