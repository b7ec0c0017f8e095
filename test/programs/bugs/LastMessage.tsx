interface Message { readonly author: string; readonly text: string }

export function LastMessage({ messages }: { messages: readonly Message[] }) { //! messages
  const last = messages[messages.length - 1];
  return <p>{last.author}</p>;
}
