/** What a tool has answered. */
export interface CallResult {
  readonly text: string;
  /** Of the result as it is sent to the client. */
  readonly bytes: number;
}
