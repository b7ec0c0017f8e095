/** By this variable a process knows that it is run again for questions: JSON of a `Hearing`. */
export const debuggeeVariable = 'WHENCE_DEBUGGEE';
