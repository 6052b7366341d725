/**
 * What the target remembers of its sources: the checkpoint row, each source's last position, the
 * fence.
 *
 * <p>Must not know changes, SQL of the data, or Connect.
 */
package io.tributary.sink.checkpoint;
