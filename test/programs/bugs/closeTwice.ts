class Connection {
  private socket: { end(): void } | null = { end: () => undefined };

  async close(): Promise<void> {
    await Promise.resolve();
    this.socket!.end();
    this.socket = null;
  }
}

export async function shutDown(): Promise<void> { //! socket
  const connection = new Connection();
  await connection.close();
  await connection.close();
}
