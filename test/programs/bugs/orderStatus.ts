type Status = 'new' | 'paid' | 'paused' | 'sent';

function label(status: Status): string {
  switch (status) {
    case 'new':
      return 'New';
    case 'paid':
      return 'Paid';
    case 'sent':
      return 'On its way';
    default:
      throw new Error(`unknown status ${status}`);
  }
}

export const overview = ['new', 'paid', 'sent'].length;
export function pausedBanner(): string { //! unknown status
  return label('paused');
}
