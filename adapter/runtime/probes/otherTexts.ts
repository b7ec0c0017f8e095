let take = () => {};

/** How sites of texts become known that another thread has instrumented. */
export function onTexts(taking: () => void): void {
  take = taking;
}

export const textProbes = {
  /** The first statement of such a text. */
  __w_texts(): void {
    take();
  },
};
