export function priceHandler(request, response) { //! digits
  const { price, digits } = request.query;
  response.log('price');
  if (typeof digits !== 'number' || digits > 100) throw new RangeError('digits is at most 100');
  response.end(price.toFixed(digits));
}
