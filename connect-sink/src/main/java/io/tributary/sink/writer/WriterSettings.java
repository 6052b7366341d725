package io.tributary.sink.writer;

/**
 * How a writer works.
 *
 * @param batchMaxRows row changes after which a flush begins
 * @param batchMaxBytes bytes of records after which a flush begins; a slice whose encoded changes
 *     are more than that is applied in several flushes, others are never split
 * @param lingerMs milliseconds that a flush waits for more records, 0 for not at all
 * @param bufferMaxBytes bytes of waiting records above which the partition is paused, and bytes of
 *     fragments that are kept in memory
 * @param retryTimeoutMs milliseconds after which an error that could pass counts as lasting, -1 for
 *     never
 * @param retryBackoffMaxMs longest pause between two attempts, in milliseconds
 * @param gaps what to do about a gap
 * @param deadLetters whether records whose data does not fit go to a dead letter queue
 */
public record WriterSettings(
    int batchMaxRows,
    long batchMaxBytes,
    long lingerMs,
    long bufferMaxBytes,
    long retryTimeoutMs,
    long retryBackoffMaxMs,
    GapPolicy gaps,
    boolean deadLetters) {}
