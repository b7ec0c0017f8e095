export interface Task {
  readonly lane?: string;
  readonly takes?: number;
  run(): Promise<readonly Task[] | void>;
}

export function runTasks(tasks: readonly Task[], places: number): Promise<void>;
