% goal(File, Indicator, Goal): three goals for each predicate of interest, which run quickly.

goal('bst.pl', list_to_tree/2, list_to_tree([], _)).
goal('bst.pl', list_to_tree/2, list_to_tree([5,2,8,1,9,2,7], _)).
goal('bst.pl', list_to_tree/2, list_to_tree([1,2,3,4,5,6,7,8,9,10], _)).
goal('bst.pl', lookup/2, lookup(3, t(t(nil,1,t(nil,3,nil)),5,nil))).
goal('bst.pl', lookup/2, lookup(5, t(nil,5,nil))).
goal('bst.pl', lookup/2, lookup(4, t(nil,1,t(nil,2,t(nil,3,t(nil,4,nil)))))).
goal('bst.pl', depth/2, depth(nil, _)).
goal('bst.pl', depth/2, depth(t(t(nil,1,nil),2,t(nil,3,nil)), _)).
goal('bst.pl', depth/2, depth(t(t(t(t(nil,1,nil),2,nil),3,nil),4,nil), _)).

goal('treeutil.pl', inorder/2, inorder(empty, _)).
goal('treeutil.pl', inorder/2, inorder(node(node(empty,a,empty),b,node(empty,c,empty)), _)).
goal('treeutil.pl', inorder/2, inorder(node(node(node(node(empty,a,empty),b,empty),c,empty),d,empty), _)).
goal('treeutil.pl', balance/2, balance([], _)).
goal('treeutil.pl', balance/2, balance([a,b,c,d,e], _)).
goal('treeutil.pl', balance/2, balance([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16], _)).
goal('treeutil.pl', vine/2, vine(empty, _)).
goal('treeutil.pl', vine/2, vine(node(node(empty,a,empty),b,node(empty,c,empty)), _)).
goal('treeutil.pl', vine/2, vine(node(node(node(empty,a,node(empty,b,empty)),c,empty),d,node(node(empty,e,empty),f,empty)), _)).

% 12 + abc   -   x1:=(y*  7)   -   a_b C9
goal('grammar.pl', tokenize/2, tokenize([0'1,0'2,0'+,0'a,0'b,0'c], _)).
goal('grammar.pl', tokenize/2, tokenize([0'x,0'1,0':,0'=,0'(,0'y,0'*,32,32,0'7,0')], _)).
goal('grammar.pl', tokenize/2, tokenize([32,0'a,0'_,0'b,32,0'C,0'9,10], _)).
goal('grammar.pl', balanced/1, balanced([])).
goal('grammar.pl', balanced/1, balanced([0'(,0'(,0'),0'),0'(,0')])).
goal('grammar.pl', balanced/1, balanced([0'(,0'(,0'(,0'(,0'),0'),0'),0')])).
goal('grammar.pl', expression/2, expression([0'7], _)).
goal('grammar.pl', expression/2, expression([0'1,0'+,0'2,0'*,0'3,0'+,0'4], _)).
goal('grammar.pl', expression/2, expression([0'(,0'(,0'(,0'1,0'+,0'2,0'),0'),0'),0'*,0'3], _)).

goal('words.pl', word_frequencies/2, word_frequencies('', _)).
goal('words.pl', word_frequencies/2, word_frequencies('The cat and the dog, and the mouse.', _)).
goal('words.pl', word_frequencies/2, word_frequencies('a b c d e f g h a b c d a b a', _)).
goal('words.pl', longest_word/2, longest_word([one], _)).
goal('words.pl', longest_word/2, longest_word([this,is,a,sentence,with,words], _)).
goal('words.pl', longest_word/2, longest_word([a,bb,ccc,dddd,eeeee,ffffff,ggg,hh,i], _)).
goal('words.pl', caesar/3, caesar(3, '', _)).
goal('words.pl', caesar/3, caesar(13, 'Hello, World!', _)).
goal('words.pl', caesar/3, caesar(-1, thequickbrownfox, _)).

goal('strings.pl', split/3, split([], 44, _)).
goal('strings.pl', split/3, split([97,98,44,99,44,44,100], 44, _)).
goal('strings.pl', split/3, split([97,98,99,100,101,102,103,104,105], 32, _)).
goal('strings.pl', join/3, join([], '-', _)).
goal('strings.pl', join/3, join([a,b,c], ', ', _)).
goal('strings.pl', join/3, join([one,two,three,four,five,six,seven], '', _)).
goal('strings.pl', palindrome/1, palindrome(otto)).
goal('strings.pl', palindrome/1, palindrome('A man, a plan, a canal: Panama')).
goal('strings.pl', palindrome/1, palindrome('Able was I ere I saw Elba')).

goal('memo.pl', fib_memo/2, fib_memo(0, _)).
goal('memo.pl', fib_memo/2, fib_memo(10, _)).
goal('memo.pl', fib_memo/2, fib_memo(40, _)).
goal('memo.pl', lcs_length/3, lcs_length([], [a], _)).
goal('memo.pl', lcs_length/3, lcs_length([a,b,c,b,d,a,b], [b,d,c,a,b,a], _)).
goal('memo.pl', lcs_length/3, lcs_length([a,b,c,d,e], [v,w,x,y,z], _)).
goal('memo.pl', binomial/3, binomial(4, 2, _)).
goal('memo.pl', binomial/3, binomial(10, 5, _)).
goal('memo.pl', binomial/3, binomial(3, 7, _)).

goal('matrix.pl', transpose/2, transpose([[1,2,3]], _)).
goal('matrix.pl', transpose/2, transpose([[1,2],[3,4],[5,6]], _)).
goal('matrix.pl', transpose/2, transpose([[1,2,3,4],[5,6,7,8],[9,10,11,12]], _)).
goal('matrix.pl', mat_mul/3, mat_mul([[1,2],[3,4]], [[5,6],[7,8]], _)).
goal('matrix.pl', mat_mul/3, mat_mul([[1,2,3]], [[4],[5],[6]], _)).
goal('matrix.pl', mat_mul/3, mat_mul([[1],[2],[3]], [[4,5,6,7]], _)).
goal('matrix.pl', det/2, det([[7]], _)).
goal('matrix.pl', det/2, det([[1,2,3],[4,5,6],[7,8,10]], _)).
goal('matrix.pl', det/2, det([[2,0,0,1],[1,3,0,2],[0,1,4,0],[5,0,1,1]], _)).

goal('mergesorts.pl', sort_by_turns/2, sort_by_turns([], _)).
goal('mergesorts.pl', sort_by_turns/2, sort_by_turns([3,1,2,3], _)).
goal('mergesorts.pl', sort_by_turns/2, sort_by_turns([9,8,7,6,5,4,3,2,1,0], _)).
goal('mergesorts.pl', sort_by_halves/2, sort_by_halves([1], _)).
goal('mergesorts.pl', sort_by_halves/2, sort_by_halves([3,1,2,3], _)).
goal('mergesorts.pl', sort_by_halves/2, sort_by_halves([1,2,3,4,5,6,7,8,9], _)).
goal('mergesorts.pl', sort_by_runs/2, sort_by_runs([], _)).
goal('mergesorts.pl', sort_by_runs/2, sort_by_runs([3,1,2,3,0], _)).
goal('mergesorts.pl', sort_by_runs/2, sort_by_runs([8,3,5,1,7,2,6,4], _)).

goal('sorts.pl', quick/2, quick([], _)).
goal('sorts.pl', quick/2, quick([5,2,8,1,9,2,7], _)).
goal('sorts.pl', quick/2, quick([1,2,3,4,5,6,7,8], _)).
goal('sorts.pl', insertion/2, insertion([], _)).
goal('sorts.pl', insertion/2, insertion([5,2,8,1,9,2,7], _)).
goal('sorts.pl', insertion/2, insertion([1,2,3,4,5,6,7,8], _)).
goal('sorts.pl', bubble/2, bubble([1,2,3,4,5,6], _)).
goal('sorts.pl', bubble/2, bubble([5,2,8,1,9,2,7], _)).
goal('sorts.pl', bubble/2, bubble([8,7,6,5,4,3,2,1], _)).

goal('heaps.pl', heap_sort/2, heap_sort([], _)).
goal('heaps.pl', heap_sort/2, heap_sort([5,2,8,1,9,2,7], _)).
goal('heaps.pl', heap_sort/2, heap_sort([9,8,7,6,5,4,3,2,1], _)).
goal('heaps.pl', counting_sort/3, counting_sort([], 3, _)).
goal('heaps.pl', counting_sort/3, counting_sort([3,0,2,3,1,0], 3, _)).
goal('heaps.pl', counting_sort/3, counting_sort([1,1,1,1], 9, _)).

goal('machine.pl', run/3, run([], [1,2], _)).
goal('machine.pl', run/3, run([push(2),push(3),add,dup,mul], [], _)).
goal('machine.pl', run/3, run([swap,sub,push(10),mul,drop], [3,4,5], _)).
goal('machine.pl', compile/2, compile(num(1), _)).
goal('machine.pl', compile/2, compile((num(1)+var(x))*(num(2)-var(y)), _)).
goal('machine.pl', compile/2, compile(num(1)+(num(2)+(num(3)+(num(4)+num(5)))), _)).
goal('machine.pl', eval/3, eval(num(1), [], _)).
goal('machine.pl', eval/3, eval((num(1)+var(x))*(num(2)-var(y)), [y=5,x=3], _)).
goal('machine.pl', eval/3, eval(var(c)*var(c)*var(c), [a=1,b=2,c=3], _)).

goal('interp.pl', exec/3, exec(skip, [], _)).
goal('interp.pl', exec/3, exec(((':='(n,5);':='(f,1));while(0<n,(':='(f,f*n);':='(n,n-1)))), [], _)).
goal('interp.pl', exec/3, exec(if(a<b,':='(m,b),':='(m,a)), [a-3,b-4], _)).
goal('interp.pl', matches/2, matches(eps, [])).
goal('interp.pl', matches/2, matches(star(alt(sym(a),cat(sym(b),sym(a)))), [a,b,a,a,b,a])).
goal('interp.pl', matches/2, matches(cat(star(star(sym(a))),sym(b)), [a,a,a,a,a,b])).
goal('interp.pl', glob/2, glob([], [])).
goal('interp.pl', glob/2, glob(['*','.',p,'?'], [m,e,m,o,'.',p,l])).
goal('interp.pl', glob/2, glob(['*',a,'*',b,'*'], [a,b,a,c,a,b,b])).

goal('numbers.pl', gcd/3, gcd(12, 18, _)).
goal('numbers.pl', gcd/3, gcd(89, 55, _)).
goal('numbers.pl', gcd/3, gcd(17, 0, _)).
goal('numbers.pl', primes/2, primes(1, _)).
goal('numbers.pl', primes/2, primes(10, _)).
goal('numbers.pl', primes/2, primes(50, _)).
goal('numbers.pl', isqrt/2, isqrt(0, _)).
goal('numbers.pl', isqrt/2, isqrt(99, _)).
goal('numbers.pl', isqrt/2, isqrt(1000000, _)).
goal('numbers.pl', digit_sum/2, digit_sum(7, _)).
goal('numbers.pl', digit_sum/2, digit_sum(90210, _)).
goal('numbers.pl', digit_sum/2, digit_sum(123456789123456789, _)).

goal('recur.pl', fib_slow/2, fib_slow(1, _)).
goal('recur.pl', fib_slow/2, fib_slow(8, _)).
goal('recur.pl', fib_slow/2, fib_slow(14, _)).
goal('recur.pl', fib_iter/2, fib_iter(0, _)).
goal('recur.pl', fib_iter/2, fib_iter(10, _)).
goal('recur.pl', fib_iter/2, fib_iter(60, _)).
goal('recur.pl', power/3, power(2, 0, _)).
goal('recur.pl', power/3, power(-3, 7, _)).
goal('recur.pl', power/3, power(2, 40, _)).
goal('recur.pl', pascal/2, pascal(0, _)).
goal('recur.pl', pascal/2, pascal(5, _)).
goal('recur.pl', pascal/2, pascal(15, _)).

goal('ordered.pl', poly_mul/3, poly_mul([], [1*2], _)).
goal('ordered.pl', poly_mul/3, poly_mul([1*1,1*0], [1*1,-1*0], _)).
goal('ordered.pl', poly_mul/3, poly_mul([1*20,1*10,1*0], [1*3,1*2,1*1,1*0], _)).
goal('ordered.pl', union_all/2, union_all([], _)).
goal('ordered.pl', union_all/2, union_all([[1,3,5],[2,3,4],[],[9]], _)).
goal('ordered.pl', union_all/2, union_all([[1],[2],[3],[4],[5],[6]], _)).

goal('lists.pl', rle/2, rle([], _)).
goal('lists.pl', rle/2, rle([a,a,b,b,b,c,a], _)).
goal('lists.pl', rle/2, rle([1,2,3,4,5,6,7,8], _)).
goal('lists.pl', chunks/3, chunks(3, [a,b,c,d,e,f,g], _)).
goal('lists.pl', chunks/3, chunks(1, [a,b,c,d,e,f,g], _)).
goal('lists.pl', chunks/3, chunks(10, [a,b,c], _)).
goal('lists.pl', josephus/3, josephus(1, 5, _)).
goal('lists.pl', josephus/3, josephus(10, 3, _)).
goal('lists.pl', josephus/3, josephus(41, 3, _)).

goal('combi.pl', perm/2, perm([], _)).
goal('combi.pl', perm/2, perm([a,b,c], _)).
goal('combi.pl', perm/2, perm([1,2,3,4,5], _)).
goal('combi.pl', subset/2, subset([], _)).
goal('combi.pl', subset/2, subset([a,b,c], _)).
goal('combi.pl', subset/2, subset([1,2,3,4,5,6,7,8], _)).
goal('combi.pl', segments/2, segments([], _)).
goal('combi.pl', segments/2, segments([a,b,c], _)).
goal('combi.pl', segments/2, segments([1,2,3,4,5,6,7,8,9,10], _)).

goal('graphs.pl', path/3, path(wake, leave, _)).
goal('graphs.pl', path/3, path(coffee, read, _)).
goal('graphs.pl', path/3, path(leave, leave, _)).
goal('graphs.pl', reachable/3, reachable([], a, _)).
goal('graphs.pl', reachable/3, reachable([a-b,b-c,c-a,d-a], a, _)).
goal('graphs.pl', reachable/3, reachable([a-b,a-c,b-d,c-d,d-e,e-b], a, _)).
goal('graphs.pl', topsort/3, topsort([], [], _)).
goal('graphs.pl', topsort/3, topsort([a,b,c,d], [d-c,c-b,b-a], _)).
goal('graphs.pl', topsort/3, topsort([shoes,socks,shirt,tie], [socks-shoes,shirt-tie], _)).

goal('puzzles.pl', queens/2, queens(1, _)).
goal('puzzles.pl', queens/2, queens(4, _)).
goal('puzzles.pl', queens/2, queens(6, _)).
goal('puzzles.pl', triples/2, triples(0, _)).
goal('puzzles.pl', triples/2, triples(6, _)).
goal('puzzles.pl', triples/2, triples(20, _)).
goal('puzzles.pl', life/2, life([], _)).
goal('puzzles.pl', life/2, life([[0,1,0],[0,1,0],[0,1,0]], _)).
goal('puzzles.pl', life/2, life([[0,0,0,0,0],[0,0,1,0,0],[0,0,0,1,0],[0,1,1,1,0],[0,0,0,0,0]], _)).

goal('bank.pl', post_all/3, post_all([], [account(1,ann,100)], _)).
goal('bank.pl', post_all/3, post_all([deposit(2,5),withdraw(1,30)], [account(1,ann,100),account(2,bob,0)], _)).
goal('bank.pl', post_all/3, post_all([transfer(1,3,50),transfer(3,2,20)], [account(1,ann,100),account(2,bob,0),account(3,cy,1)], _)).
goal('bank.pl', totals/2, totals([], _)).
goal('bank.pl', totals/2, totals([account(1,ann,100),account(2,bob,20),account(3,ann,7)], _)).
goal('bank.pl', totals/2, totals([account(1,a,1),account(2,b,2),account(3,c,3),account(4,d,4)], _)).
goal('bank.pl', json/2, json(null, _)).
goal('bank.pl', json/2, json(arr([1,2.5,str('say "hi"'),true]), _)).
goal('bank.pl', json/2, json(obj([a-obj([b-arr([])]),list-arr([1,2,3]),s-str(text)]), _)).
