/** A mailbox that receives what calendar programs answer. It is read only: nothing in it is marked, moved or deleted. */
export type ReplyMailbox = {
  /**
   * The messages after a position, the oldest first, at most `most`. A position of another `validity` counts as none:
   * the mailbox was made again. Refuses with `unavailable` if the mailbox can't be read.
   */
  read: (
    after: MailboxPosition | undefined,
    most: number,
    signal: AbortSignal,
  ) => AsyncGenerator<ReceivedMessage>
  /** What is read, such as `imap.example.org:993, INBOX`; refuses as `read` does. */
  check: (signal: AbortSignal) => Promise<string>
}

/** As IMAP numbers messages: a `uid` counts within its `validity`. */
export type MailboxPosition = { validity: string; uid: number }

export type ReceivedMessage = {
  position: MailboxPosition
  /** When the mail server received it. */
  receivedAt: Date
  /** As the message says, which anybody can have written. */
  from: string
  /** Absent if it has no calendar part. Rejects if that can't be read now. */
  answer?: () => Promise<CalendarAnswer | { fault: string } | undefined>
}

/** What a calendar program answered to an invitation (RFC 5546, 3.2.3). Nothing of it is proven yet. */
export type CalendarAnswer = {
  uid: string
  /** Of the invitation that is answered. */
  sequence: number
  /** Addresses in lower case. */
  organizer: string
  attendees: readonly {
    address: string
    answer: 'comes' | 'cannot-come' | 'not-sure' | undefined
  }[]
  note?: string
}
