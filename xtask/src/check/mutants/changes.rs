//! The changes that can be made to a file, each behind its number.

use std::ops::{Range, RangeInclusive};

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, Stmt, UnOp};

use crate::source::Source;

/// The function that tells whether a number is the chosen one.
pub(super) const CHOSEN: &str = "crate::__is_chosen";

/// One change: a text in place of another one.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) path: String,
    pub(super) lines: RangeInclusive<usize>,
    pub(super) range: Range<usize>,
    old: String,
    new: String,
    form: Form,
}

/// The way in which a text is changed: into another expression, a contrary truth, or nothing.
#[derive(Clone, Copy, Debug)]
enum Form {
    Expression,
    Negated,
    Dropped,
}

impl Change {
    /// Returns the text that does as before unless this number is chosen.
    pub(super) fn behind(&self, number: usize) -> String {
        let (old, new, chosen) = (&self.old, &self.new, format!("{CHOSEN}({number})"));
        match self.form {
            Form::Expression => format!("(if {chosen} {{ {new} }} else {{ {old} }})"),
            Form::Negated => format!("(({old}) != {chosen})"),
            Form::Dropped => format!("if !{chosen} {{ {old} }}"),
        }
    }

    pub(super) fn name(&self) -> String {
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let new = match self.form {
            Form::Expression => one_line(&self.new),
            Form::Negated => "the contrary".into(),
            Form::Dropped => "nothing".into(),
        };
        format!("{}:{}: {} -> {new}", self.path, self.lines.start(), one_line(&self.old))
    }
}

/// Returns the changes of a file, in the order of their places. Tests, constants and the text
/// that `Debug` prints have none.
pub(super) fn of(source: &Source) -> Vec<Change> {
    let mut finder = Finder { source, found: Vec::new() };
    finder.visit_file(&source.syntax);
    finder.found.sort_by_key(|change| (change.range.start, change.range.end));
    finder.found
}

struct Finder<'s> {
    source: &'s Source,
    found: Vec<Change>,
}

impl Finder<'_> {
    fn text(&self, spanned: &impl Spanned) -> &str {
        &self.source.text[spanned.span().byte_range()]
    }

    fn add(&mut self, span: Span, new: String, form: Form) {
        let (path, range) = (self.source.path.clone(), span.byte_range());
        let old = self.source.text[range.clone()].to_owned();
        let lines = span.start().line..=span.end().line;
        self.found.push(Change { path, lines, range, old, new, form });
    }

    fn replace(&mut self, whole: &impl Spanned, part: &impl Spanned, with: &str) {
        let (whole, part) = (whole.span(), part.span().byte_range());
        let text = &self.source.text;
        let (from, to) = (whole.byte_range().start, whole.byte_range().end);
        let new = format!("{}{with}{}", &text[from..part.start], &text[part.end..to]);
        self.add(whole, new, Form::Expression);
    }

    /// Returns whether a text binds names, so that it stands only where it does.
    fn binds(&self, expression: &Expr) -> bool {
        self.text(expression).contains("let ")
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let (attributes, constant) = match item {
            syn::Item::Fn(item) => (&item.attrs, item.sig.constness.is_some()),
            syn::Item::Mod(item) => (&item.attrs, false),
            syn::Item::Impl(item) => (&item.attrs, writes_for_debugging(item)),
            syn::Item::Trait(item) => (&item.attrs, false),
            _ => return,
        };
        if !constant && !attributes.iter().any(is_of_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        if let syn::ImplItem::Fn(item) = item
            && item.sig.constness.is_none()
            && !item.attrs.iter().any(is_of_tests)
        {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(Expr::Call(_) | Expr::MethodCall(_) | Expr::Assign(_), Some(_)) =
            statement
        {
            self.add(statement.span(), String::new(), Form::Dropped);
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if !self.binds(&binary.left) && !self.binds(&binary.right) {
            self.replace(binary, &binary.op, other_operator(&binary.op));
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) {
            self.replace(unary, &unary.op, "");
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
        if !self.binds(&branch.cond) {
            self.add(branch.cond.span(), String::new(), Form::Negated);
        }
        visit::visit_expr_if(self, branch);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if let Some(other) = other_method(&call.method.to_string()) {
            self.replace(call, &call.method, other);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_continue(&mut self, expression: &'ast syn::ExprContinue) {
        self.replace(expression, &expression.continue_token, "break");
    }

    fn visit_expr_break(&mut self, expression: &'ast syn::ExprBreak) {
        if expression.expr.is_none() {
            self.replace(expression, &expression.break_token, "continue");
        }
        visit::visit_expr_break(self, expression);
    }

    fn visit_expr_lit(&mut self, literal: &'ast syn::ExprLit) {
        match &literal.lit {
            Lit::Int(number) => {
                if let Some(next) = number.base10_parse::<u64>().ok().and_then(|n| n.checked_add(1))
                {
                    let new = format!("{next}{}", number.suffix());
                    self.add(literal.span(), new, Form::Expression);
                }
            }
            Lit::Float(number) => {
                if let Ok(value) = number.base10_parse::<f64>() {
                    let new = format!("{:?}{}", value * 1.25 + 0.125, number.suffix());
                    self.add(literal.span(), new, Form::Expression);
                }
            }
            Lit::Bool(_) => self.add(literal.span(), String::new(), Form::Negated),
            _ => {}
        }
    }

    // What follows is constant, or no code.
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
}

fn is_of_tests(attribute: &syn::Attribute) -> bool {
    let syn::Meta::List(list) = &attribute.meta else { return attribute.path().is_ident("test") };
    let tokens = list.tokens.to_string();
    list.path.is_ident("cfg") && tokens.split(|c: char| !c.is_alphanumeric()).any(|w| w == "test")
}

fn writes_for_debugging(item: &syn::ItemImpl) -> bool {
    item.trait_
        .as_ref()
        .and_then(|(path, _)| path.segments.last())
        .is_some_and(|last| last.ident == "Debug")
}

fn other_operator(operator: &BinOp) -> &'static str {
    match operator {
        BinOp::Add(_) | BinOp::Rem(_) | BinOp::Div(_) => "-",
        BinOp::Sub(_) | BinOp::Mul(_) => "+",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::BitXor(_) | BinOp::BitAnd(_) => "|",
        BinOp::BitOr(_) => "&",
        BinOp::Shl(_) => ">>",
        BinOp::Shr(_) => "<<",
        BinOp::Eq(_) => "!=",
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Ne(_) => "==",
        BinOp::Ge(_) => ">",
        BinOp::Gt(_) => ">=",
        BinOp::SubAssign(_) | BinOp::MulAssign(_) => "+=",
        BinOp::BitXorAssign(_) | BinOp::BitAndAssign(_) => "|=",
        BinOp::BitOrAssign(_) => "&=",
        BinOp::ShlAssign(_) => ">>=",
        BinOp::ShrAssign(_) => "<<=",
        _ => "-=",
    }
}

const METHODS: [[&str; 2]; 13] = [
    ["min", "max"],
    ["any", "all"],
    ["is_some", "is_none"],
    ["is_ok", "is_err"],
    ["is_some_and", "is_none_or"],
    ["first", "last"],
    ["take", "skip"],
    ["saturating_add", "saturating_sub"],
    ["wrapping_add", "wrapping_sub"],
    ["leading_zeros", "trailing_zeros"],
    ["starts_with", "ends_with"],
    ["min_by_key", "max_by_key"],
    ["floor", "ceil"],
];

fn other_method(name: &str) -> Option<&'static str> {
    METHODS.iter().find_map(|&[a, b]| match name {
        _ if name == a => Some(b),
        _ if name == b => Some(a),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(text: &str) -> Vec<String> {
        let source = Source::parse("a.rs", text).unwrap();
        of(&source).iter().map(|change| change.name().replacen("a.rs:", "", 1)).collect()
    }

    #[test]
    fn operators_numbers_conditions_and_calls_are_changed() {
        let text = "fn f(a: u8) -> bool {\n    go(a);\n    if a < 3 { return !ok }\n    \
                    a.min(b) == 1.5f32\n}";
        let expected = [
            "2: go(a); -> nothing",
            "3: a < 3 -> a <= 3",
            "3: a < 3 -> the contrary",
            "3: 3 -> 4",
            "3: !ok -> ok",
            "4: a.min(b) -> a.max(b)",
            "4: a.min(b) == 1.5f32 -> a.min(b) != 1.5f32",
            "4: 1.5f32 -> 2.0f32",
        ];
        let mut found = changes(text);
        found.sort();
        let mut expected = expected.map(String::from);
        expected.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn tests_constants_and_bindings_have_no_changes() {
        for text in [
            "#[cfg(test)]\nmod tests { fn f() { g(1); } }",
            "#[cfg(all(test, unix))]\nmod tests { fn f() { g(1); } }",
            "#[test]\nfn f() { g(1); }",
            "const A: u8 = 1 + 2;",
            "const fn f() -> u8 { 1 + 2 }",
            "impl Debug for A { fn fmt(&self) { f(1); } }",
            "fn f(a: [u8; 3]) { if let Some(4) = a {} }",
            "fn f() { g::<3>() }",
        ] {
            assert_eq!(changes(text), [""; 0], "{text}");
        }
        assert_eq!(changes("#[cfg(unix)]\nmod a { fn f() -> u8 { 1 } }").len(), 1);
    }

    #[test]
    fn a_change_does_as_before_unless_it_is_chosen() {
        let source = Source::parse("a.rs", "fn f() { g(); if a + b > c {} }").unwrap();
        let texts: Vec<String> = of(&source).iter().map(|change| change.behind(7)).collect();
        assert_eq!(
            texts,
            [
                "if !crate::__is_chosen(7) { g(); }",
                "(if crate::__is_chosen(7) { a - b } else { a + b })",
                "((a + b > c) != crate::__is_chosen(7))",
                "(if crate::__is_chosen(7) { a + b >= c } else { a + b > c })",
            ]
        );
    }
}
