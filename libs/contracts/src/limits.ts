/** The limits of decisions/answers-and-limits.md. Characters are UTF-16 code units, sizes are bytes, times are ms. */
export const limits = {
  textLength: 10_000,
  jsonBodyBytes: 256 * 1024,
  /** Request line and all headers. */
  headerBytes: 16 * 1024,
  uploadBytes: 25 * 1024 * 1024,
  /** Rows of a file, without its header. */
  fileRows: 200_000,
  /** UTF-8 bytes of one row and of one field, and columns of one row. */
  rowBytes: 256 * 1024,
  fieldBytes: 64 * 1024,
  fileColumns: 64,
  metadataBytes: 16 * 1024,
  metadataDepth: 5,
  nameLength: 200,
  /** Characters of `User-Agent` that the audit log stores. */
  userAgentLength: 200,
  /** Entries of one CSV file of the audit log. */
  auditExport: 50_000,
  emailLength: 254,
  externalIdLength: 255,
  reasonLength: 1_000,
  /** Fewer than the 16 characters of a generated password; NIST SP 800-63B asks for 15 where a password is the only factor. */
  passwordLengthMin: 15,
  passwordLength: 200,
  pageSize: 20,
  pageSizeMax: 100,
  /** Events of one page of the feed. */
  feedPageSize: 100,
  feedPageSizeMax: 500,
  /** Seconds for which a request may wait for the next event of the feed. */
  feedWaitSeconds: 20,
  /** Questions of a group of an inbox that are counted. */
  inboxCount: 1_000,
  /** Experts that NOTIFYING_EXPERTS names. */
  potentialExperts: 21,
  /** One question's answer is smaller: a larger conversation lacks its oldest messages. */
  answerBytes: 1_000_000,
  /** A list with conversations ends when its questions take more. */
  listBytes: 4_000_000,
  requestMs: 8_000,
  idempotencyKeyLength: 255,
  idempotencyMs: 24 * 60 * 60 * 1000,
  /** Lists look this far behind `lastChecked`. It exceeds the longest write transaction. */
  listOverlapMs: 5_000,
} as const
