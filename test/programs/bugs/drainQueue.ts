interface Job { run(): Promise<void> }

export async function drain(jobs: Job[]): Promise<void> { //! job|shift
  const count = jobs.length;
  for (let i = 0; i <= count; i++) {
    const job = jobs.shift()!;
    await job.run();
  }
}
