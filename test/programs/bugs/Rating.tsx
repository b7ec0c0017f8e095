export function Rating({ stars }: { stars: number }) { //! repeat
  return <span className="rating">{'★'.repeat(stars) + '☆'.repeat(5 - stars)}</span>;
}
